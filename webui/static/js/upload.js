// Sends a file in pieces that are no larger than a form.
import { word } from "./words.js";

const PIECE = 48 * 1024;

export const FROM_PAGE = { "HX-Request": "true" };

// Gives the name under which the table holds the file; `tell` hears how far it is.
export async function sendFile(base, kind, blob, tell = () => {}) {
  let file = "";
  let at = 0;
  do {
    const address = `${base}/upload?kind=${kind}&at=${at}&file=${encodeURIComponent(file)}`;
    const answer = await fetch(address, {
      method: "POST", headers: FROM_PAGE, body: blob.slice(at, at + PIECE),
    });
    const said = await answer.json().catch(() => ({ why: word("The table did not take the file.") }));
    if (!answer.ok) throw new Error(said.why);
    file = said.file;
    at += PIECE;
    tell(Math.min(1, at / blob.size));
  } while (at < blob.size);
  return file;
}
