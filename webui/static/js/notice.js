// A line for whoever looks at the page, in the place of notices.

export function say(text) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = text;
  document.getElementById("notice").replaceChildren(notice);
}
