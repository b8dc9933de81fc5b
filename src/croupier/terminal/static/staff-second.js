// @ts-check
/** The signature of a second person: their own login and password, entered at the console of the first. */
import { html } from "./dom.js";
import { Mistake } from "./staff-typed.js";

/**
 * @param {string} [words]
 * @param {boolean} [isNeeded]  whether it cannot be left out
 */
export function secondPerson(words = "A second person signs", isNeeded = true) {
  const login = /** @type {HTMLInputElement} */ (html("input", {
    id: "second-login",
    autocomplete: "off",
    autocapitalize: "none",
  }));
  const password =
    /** @type {HTMLInputElement} */ (html("input", { id: "second-password", type: "password", autocomplete: "off" }));
  const root = html(
    "fieldset",
    { class: "second" },
    html("legend", {}, words),
    html("div", { class: "field" }, html("label", { for: "second-login" }, "Their login"), login),
    html("div", { class: "field" }, html("label", { for: "second-password" }, "Their password"), password),
  );
  const read = () => {
    if (!isNeeded && !login.value.trim() && !password.value) return undefined;
    if (!login.value.trim() || !password.value) throw new Mistake("A second person has to sign this.", login);
    return { login: login.value.trim(), password: password.value };
  };
  return { name: "second", root, read };
}
