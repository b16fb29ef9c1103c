// Runs before anything else of a page. Every form is sent by the scripts; one that is pressed before
// they are there is kept and sent once they are, instead of loading the page anew with what was
// typed in its address.

{
  let kept = null;

  const keep = (event) => {
    event.preventDefault();
    kept = { form: event.target, button: event.submitter };
  };

  document.addEventListener("submit", keep, { capture: true });
  // The scripts have run by then; what they do in the next moment has been done in the one after it.
  document.addEventListener("DOMContentLoaded", () =>
    setTimeout(() => {
      document.removeEventListener("submit", keep, { capture: true });
      if (kept?.form.isConnected) kept.form.requestSubmit(kept.button);
    }),
  );
}
