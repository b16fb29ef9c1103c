// Names of turns along a timeline: one that would lie on the one before it is left to readers.

const GAP_PX = 6;

export function thinMarks(marks) {
  const names = [...marks.querySelectorAll(".mark-turn > span")];
  for (const name of names) name.classList.remove("for-readers");
  const boxes = names.map((name) => name.getBoundingClientRect());
  let end = -Infinity;
  names.forEach((name, index) => {
    const covers = boxes[index].left < end + GAP_PX;
    name.classList.toggle("for-readers", covers);
    if (!covers) end = boxes[index].right;
  });
}
