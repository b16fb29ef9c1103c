// Keeps the screen awake where the browser lets a page do so: over HTTPS, or on the computer itself.
// Over plain HTTP it cannot be done; the seat's menu then says what can.

const root = document.documentElement;
let lock = null;

async function hold() {
  if (!("wakeLock" in navigator)) {
    root.dataset.uiAwake = "no";
    return;
  }
  if (lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    root.dataset.uiAwake = "yes";
    lock.addEventListener("release", () => {
      lock = null;
      root.dataset.uiAwake = "no";
    });
  } catch {
    root.dataset.uiAwake = "no"; // such as on an empty battery
  }
}

export function startAwake() {
  hold();
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("pointerup", hold);
}
