// @ts-check
/** Signing in, choosing a password of one's own, and unlocking the console. What is refused is told in the API's own words. */
import { byId, html } from "./dom.js";
import { ask, Refused, sentence } from "./staff-api.js";

/** @typedef {import("./staff.d.ts").Me} Me */

/** @typedef {{ name: string, label: string, type: string, autocomplete: string }} Line */

/** @type {Line} */
const LOGIN = { name: "login", label: "Login", type: "text", autocomplete: "username" };
/** @type {Line} */
const PASSWORD = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };
/** @type {Line[]} */
const CHANGE = [
  { name: "old", label: "One-time password", type: "password", autocomplete: "current-password" },
  { name: "new", label: "New password, 12 characters or more", type: "password", autocomplete: "new-password" },
  { name: "again", label: "New password again", type: "password", autocomplete: "new-password" },
];

/**
 * Ask who is there.
 * @param {string} why  the person before was signed out; empty if that person asked for it
 * @param {(me: Me) => void} done
 */
export function signIn(why, done) {
  show("Sign in", why, [LOGIN, PASSWORD], "Sign in", async (given) => {
    const me =
      /** @type {Me} */ (await ask("POST", "/session", { login: given.login.trim(), password: given.password }));
    if (me.must_change_password) changePassword(me, done, given.password);
    else done(me);
  });
}

/**
 * @param {Me} me
 * @param {(me: Me) => void} done
 * @param {string} [old]  the one-time password, if it was entered just now
 */
export function changePassword(me, done, old = "") {
  const lines = old ? CHANGE.slice(1) : CHANGE;
  show("Choose a password of your own", `${me.name}, your password is valid once.`, lines, "Save", async (given) => {
    if (given.new !== given.again) return "The two new passwords are not the same.";
    done(await ask("POST", "/session/password", { old: old || given.old, new: given.new }));
  });
}

/**
 * @param {Me} me
 * @param {(me: Me) => void} done
 */
export function unlock(me, done) {
  show("This console is locked", `${me.name}, enter your password.`, [PASSWORD], "Unlock", async (given) => {
    done(await ask("POST", "/session/unlock", { password: given.password }));
  });
}

/**
 * One form. `send` may answer with a sentence that says what is wrong.
 * @param {string} title
 * @param {string} lead
 * @param {Line[]} lines
 * @param {string} key
 * @param {(given: Record<string, string>) => Promise<string | void>} send
 */
function show(title, lead, lines, key, send) {
  const inputs = lines.map((
    { name, type, autocomplete },
  ) => /** @type {HTMLInputElement} */ (html("input", {
    id: `door-${name}`,
    name,
    type,
    autocomplete,
    maxlength: "256",
    required: "",
  })));
  inputs[0].setAttribute("autocapitalize", "none");
  const problem = html("p", { class: "problem", role: "alert", "data-testid": "problem" });
  const submit = /** @type {HTMLButtonElement} */ (html("button", { type: "submit", class: "main" }, key));
  const form = html(
    "form",
    {},
    html("h2", {}, title),
    ...(lead ? [html("p", { class: "lead" }, lead)] : []),
    ...lines.map(({ name, label }, at) =>
      html("div", { class: "field" }, html("label", { for: `door-${name}` }, label), inputs[at])
    ),
    problem,
    submit,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    submit.disabled = true;
    try {
      problem.textContent = await send(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))) ?? "";
    } catch (error) {
      // The session ended while the console was locked.
      if (error instanceof Refused && error.error === "not-signed-in") location.reload();
      problem.textContent = sentence(error);
    } finally {
      submit.disabled = false;
    }
  });
  byId("door").replaceChildren(form);
  inputs[0].focus();
}
