// A die whose program runs in MicroPython, behind the pseudo-terminal whose near end is the file
// descriptor given. Commands come one a line on standard input and are answered with one line, as
// those of the virtual die: roll FACE, restart, quit. It ends when standard input ends.
//
// Each start of the die is a worker of its own with an interpreter of its own: nothing but the file
// with the rolls outlives a start.

import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import tty from "node:tty";
import { once } from "node:events";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

const FIRMWARE = "firmware_bridge/firmware";
const MEMORY = "/rolls.txt";

async function beTheDie({ root, session, seed, memory }) {
  const { loadMicroPython } = await import("@micropython/micropython-webassembly-pyscript");
  const python = await loadMicroPython({ heapsize: 256 * 1024 });
  const copy = (inside, outside) =>
    python.FS.writeFile(inside, fs.readFileSync(path.join(root, outside)));
  python.FS.mkdirTree(`/${FIRMWARE}`);
  copy("/firmware_bridge/__init__.py", "firmware_bridge/__init__.py");
  copy("/die_motion.py", "tests/support/die_motion.py");
  copy("/bench.py", "tests/support/micropython/bench.py");
  for (const name of fs.readdirSync(path.join(root, FIRMWARE))) {
    if (name.endsWith(".py")) copy(`/${FIRMWARE}/${name}`, `${FIRMWARE}/${name}`);
  }
  if (memory !== null) python.FS.writeFile(MEMORY, memory);
  python.runPython(
    `import sys\nsys.path.insert(0, "/")\nfrom bench import Bench\nbench = Bench("${session}", ${seed})`,
  );
  const bench = python.globals.get("bench");
  const tell = (words, answer) =>
    parentPort.postMessage({ words, answer, memory: python.FS.readFile(MEMORY) });
  parentPort.on("message", ({ task, value }) => {
    if (task === "hear") tell(bench.receive(value));
    else if (task === "roll") tell(bench.roll(value), `${bench.number()}:${value}`);
    else if (task === "compile") tell("", bench.compile_all());
    else tell("", bench.interpreter());
  });
  tell(bench.start(), "started");
}

async function mindThePort(root, portNumber) {
  let starts = 0;
  let memory = null;
  let worker = null;

  // What does not fit, because nobody reads, is lost as on a real cable.
  const say = (text) => {
    try {
      if (text) fs.writeSync(portNumber, text);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  };
  const start = async () => {
    starts += 1;
    const session = starts.toString(16).toUpperCase().padStart(8, "0");
    worker = new Worker(new URL(import.meta.url), {
      workerData: { root, session, seed: starts, memory },
    });
    worker.on("message", (told) => {
      memory = told.memory;
      say(told.words);
    });
    await answer();
  };
  const answer = async () => {
    for (;;) {
      const [told] = await once(worker, "message");
      if (told.answer !== undefined) return told.answer;
    }
  };
  const ask = async (task, value) => {
    worker.postMessage({ task, value });
    return answer();
  };
  const obey = async (line) => {
    const [command, value] = line.trim().split(" ");
    if (command === "roll") return `ok ${await ask("roll", Number(value))}`;
    if (command === "name" || command === "compile") return `ok ${await ask(command)}`;
    if (command === "quit") process.exit(0);
    if (command !== "restart") return `refused ${line}`;
    const old = worker;
    worker = null;
    await old.terminate();
    say("~ROLL 00000000 1 SET");
    await start();
    return "ok";
  };

  const port = new tty.ReadStream(portNumber);
  port.on("data", (data) => {
    worker?.postMessage({ task: "hear", value: data.toString("latin1") });
  });
  await start();
  console.log("ready");
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(await obey(line));
  }
  process.exit(0);
}

if (isMainThread) await mindThePort(process.argv[2], Number(process.argv[3]));
else await beTheDie(workerData);
