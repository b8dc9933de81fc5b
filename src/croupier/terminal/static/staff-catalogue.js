// @ts-check
/**
 * Orders as a console shows them: in groups, with a name, and with the fields to fill in. The API says which orders exist; an
 * order that is not named here appears in the group of its subject, with its name spelled out.
 */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { spelled } from "./staff-schema.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").Field} Field */

/** The groups in the order in which a supervisor thinks: id, title, orders. The API says what is a call. @type {[string, string, string[]][]} */
const GROUPS = [
  ["call", "Next call", ["RelieveDealer", "HandBackTable"]],
  ["off", "Call off", ["VoidRound"]],
  ["dice", "Dice", ["DeclineDice", "PassDice", "OrderPass", "LoseDice", "RecoverDie", "ReplaceDice"]],
  [
    "right",
    "Put right",
    [
      "CorrectOutcome",
      "CorrectBet",
      "ConfirmRecord",
      "VoidUnconfirmed",
      "AdjustCredit",
      "DeclareInvalid",
      "DeclareFault",
    ]
      .concat([
        "RelaxFreeze",
        "ReportLights",
        "ReportDisplay",
        "Rectify",
        "Withhold",
        "Release",
        "DemandReturn",
        "TakeBackHandPay",
        "ReturnCommission",
      ]),
  ],
  ["bets", "Bets", ["PlaceBet", "SpeakBet", "TakeDown", "MoveBet", "CallBet", "LeaveUp"]],
  [
    "people",
    "People",
    [
      "TakeSeat",
      "LeaveSeat",
      "SetPlayerLimits",
      "RefuseBet",
      "Sanction",
      "NoteBreach",
      "HoldToOneTerminal",
      "VacateSeat",
    ]
      .concat(["AnswerCall", "EndCall", "LockTerminal", "UnlockTerminal", "InsertCard", "RemoveCard"]),
  ],
  [
    "money",
    "Money",
    [
      "InsertMoney",
      "ChangeColour",
      "Collect",
      "PayByHand",
      "PayKeptCredit",
      "IssueColours",
      "ReturnColours",
      "CarryColours",
      "RedeemColours",
    ]
      .concat([
        "SetUpFloat",
        "CountTray",
        "RecountTray",
        "RequestFill",
        "ReceiveFill",
        "RequestCredit",
        "CancelSlip",
        "PullBox",
      ]),
  ],
  [
    "sign",
    "Sign and rules",
    ["ChangeSign", "PostNotice", "EndWager", "AmendRules", "OpenDay", "AnnounceClose", "CloseTable"]
      .concat(["DisableTable", "EnableTable"]),
  ],
  ["disputes", "Disputes and notices", [
    "TakeSupervision",
    "EndSupervision",
    "OpenDispute",
    "HearDispute",
    "ReviewDispute",
    "AdviseComplaint",
    "GiveNotice",
  ]],
  ["other", "Other orders", []],
];

/** The round in play, as a form of an order names it. */
export const THIS_ROUND = ", this round";

/** Groups of orders that change what is in the books already. */
const PREVIEWED = new Set(["off", "right"]);

/** Where a new order appears, by its subject. @type {Record<string, string>} */
const OF_SUBJECT = { bets: "bets", money: "money", pit: "sign", authority: "disputes" };

/** What a dealer calls, and what a clerk does. Other orders are named after their command. @type {Record<string, string>} */
const SPOKEN = {
  ShakeDice: "Shake the dice",
  OpenBetting: "Place your bets",
  CloseBetting: "No more bets",
  PressNoMoreBets: "Press no more bets",
  UncoverTumbler: "Uncover the dice",
  AnnounceResult: "Announce the result",
  EnterOutcome: "Enter the result",
  LightAreas: "Light the winning areas",
  FinishPaying: "All bets are paid",
  ShootDice: "The dice are thrown",
  RestDice: "The dice are at rest",
  SpinBall: "Spin the ball",
  OfferDice: "Offer the dice",
  AcceptDice: "The dice are taken",
  ThrowForHouse: "Throw for the house",
  DeclineDice: "Decline the dice",
  PassDice: "Pass the dice",
  OrderPass: "Order the dice to pass",
  LoseDice: "Dice are lost",
  RecoverDie: "A die is found",
  ReplaceDice: "Bring a new set",
  PlaceBet: "Place a bet",
  SpeakBet: "Take a spoken bet",
  CallBet: "Call the bet",
  TakeDown: "Take the bet down",
  MoveBet: "Move the bet",
  LeaveUp: "Leave the bet up",
  TakeSeat: "Seat a player",
  LeaveSeat: "A player leaves",
  InsertMoney: "Buy in",
  ChangeColour: "Colour change",
  Collect: "Cash out",
  IssueColours: "Issue colour checks",
  ReturnColours: "Take colour checks back",
  CarryColours: "Checks are carried away",
  RedeemColours: "Redeem carried checks",
  SetUpFloat: "Set the float up",
  CountTray: "Count the tray",
  RecountTray: "Count the tray again",
  RequestFill: "Ask for a fill",
  RequestCredit: "Ask for a credit",
  PullBox: "Pull a box",
  ReportDisplay: "The display is wrong",
  ReportLights: "Areas were lit wrongly",
  CorrectOutcome: "Correct a result",
  Rectify: "The fault is mended",
  RelaxFreeze: "Allow a late bet",
  ConfirmRecord: "Take the bets from the record",
  VoidUnconfirmed: "Void bets that no record shows",
  HoldToOneTerminal: "Hold a player to one terminal",
  VacateSeat: "Have a player give up the place",
  AdviseComplaint: "Tell of the right to complain",
  ReviewDispute: "Review the decision",
  OpenDispute: "Open a dispute",
  HearDispute: "Decide the dispute",
  RelieveDealer: "Take over the table",
  HandBackTable: "Give the table back",
  TakeSupervision: "Supervise the table",
  EndSupervision: "End the supervision",
  VoidRound: "Call the round off",
  SetPlayerLimits: "Give a player own limits",
  Sanction: "Bar a player",
  VerifyHandPay: "Verify a hand pay",
  AskIdentification: "Ask for identification",
  RecordIdentification: "Identification was shown",
  DelayHandPay: "Delay a hand pay",
  WithholdHandPay: "Withhold a hand pay",
  ReviewHandPay: "An inspector has reviewed it",
  ReleaseHandPay: "Release a hand pay",
  RefuseHandPay: "Refuse a hand pay",
  PayTicket: "Pay",
  PayFormerTicket: "Pay",
  DelayTicket: "Delay to an agreed time",
  WithholdTicket: "Withhold",
  GiveTicketNotice: "The inspector was told",
  ReviewTicket: "Enter the review",
  ReleaseTicket: "Release",
  FreeTicket: "Free",
  ReprintTicket: "Reprint",
  VoidTicket: "Declare void",
  SettleTicket: "Decide what becomes of it",
  TakeBackHandPay: "Take back a hand pay",
  ChangeSign: "Change the sign",
  PostNotice: "Put up a sign",
  EndWager: "End a wager",
  AnnounceClose: "Announce the close",
  CloseTable: "Close the table",
  OpenDay: "Open a gaming day",
  RefuseBet: "Refuse",
  NoteBreach: "Write a breach down",
  AnswerCall: "Somebody is coming",
  EndCall: "The call is over",
  DeclareFault: "Declare the terminal faulty",
};

/** The measures of an order that is several on the floor, as people there call them. @type {Record<string, string>} */
const MEASURES = {
  "void a person's bets": "Void bets of a player",
  "bar a person from the game": "Bar a player",
  "exclude a person from the casino": "Exclude from the casino",
  "recommend that a person be excluded": "Recommend exclusion",
  "have a person detained": "Have a person detained",
};

/**
 * One action for each measure that an order may take; the action itself if it takes none.
 * @param {Action} action
 * @returns {Action[]}
 */
export function byMeasure(action) {
  const measures = new Set(action.forms.map(measureOf));
  if (measures.size < 2) return [action];
  return [...measures].map((measure) => ({
    ...action,
    forms: action.forms.filter((form) => measureOf(form) === measure).map((form) => ({
      ...form,
      words: measure ? form.words.replace(`, ${measure}`, "") : form.words,
    })),
  }));
}

/** @param {import("./staff.d.ts").Form} form */
function measureOf({ values }) {
  return String(values.measure ?? "");
}

/**
 * The name of an action: of its measure, if it takes only one.
 * @param {Pick<Action, "order" | "forms">} action
 */
export function titleOf({ order, forms }) {
  const [measure, ...others] = new Set(forms.map(measureOf));
  return measure && !others.length ? MEASURES[measure] ?? spelled(measure) : labelOf(order);
}

/**
 * The clause of an order or a ground, as people cite it: "10/p1" is "10, paragraph 1".
 * @param {string} clause
 */
export function clauseMark(clause) {
  const [number, term = ""] = clause.split(":");
  const numbered = number.replace(/\/p(\d+)/, ", paragraph $1");
  return html("small", { class: "clause" }, [numbered, term.replaceAll("-", " ")].filter(Boolean).join(", "));
}

/** What the document says about a ground: that the order always follows from it, or that people may decide so. */
export const RANKS = { must: "always", may: "may" };

/** @param {string} order */
export function labelOf(order) {
  return SPOKEN[order] ?? spelled(order.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "));
}

/**
 * An order about a bet, in the form that its key gives.
 * @param {string} order
 * @param {Record<string, unknown>} values
 */
export function saidOf(order, { on, stake, with_chips: isCovered }) {
  if (order === "CorrectBet") return stake ? `Raise to ${dollars(Number(stake))}` : "Give it back";
  if (isCovered !== undefined) return `${labelOf(order)} ${isCovered ? "with" : "without"} chips`;
  return labelOf(order) + (on === undefined ? "" : on ? " on" : " off");
}

/**
 * An order in the form that its key gives, as the answer names it.
 * @param {string} order
 * @param {import("./staff.d.ts").Form} form
 * @param {string[]} [filled]  what was filled in
 */
export function givenWords(order, { words }, filled = []) {
  const what = [words.replace(THIS_ROUND, ""), ...filled].filter(Boolean).join(", ");
  return what ? `${labelOf(order)} (${what})` : labelOf(order);
}

/**
 * Actions by group, without the groups that have none. Within a group they come in the order of the list.
 * @param {Action[]} actions
 */
export function grouped(actions) {
  return GROUPS.map(([id, title, orders]) => {
    const rank = (/** @type {Action} */ { order }) => (orders.indexOf(order) + orders.length + 1) % (orders.length + 1);
    const its = actions.filter((action) => groupOf(action) === id);
    return { id, title, actions: its.sort((one, other) => rank(one) - rank(other)) };
  }).filter((group) => group.actions.length);
}

/** @param {Pick<Action, "order" | "subject" | "call">} action */
function groupOf({ order, subject, call }) {
  return call ? "call" : GROUPS.find(([, , orders]) => orders.includes(order))?.[0] ?? OF_SUBJECT[subject] ?? "other";
}

/**
 * Whether a person sees what an order would change before it can be given: orders that put something right, call it off or count.
 * @param {Action} action
 */
export function isPreviewed(action) {
  return PREVIEWED.has(groupOf(action));
}

/**
 * Whether each form of an order needs nothing but a touch: no second person, and no field that must be filled in.
 * @param {Action} action
 * @param {Field[]} fields
 */
export function isPlain(action, fields) {
  return action.forms.length > 0 && !action.second && !fields.some(({ required }) => required);
}

/** Reasons that do not pass with time: the order is not for this person, or not for this game. */
export const NEVER = new Set(["not-your-power", "no-such-power", "no-terminal"]);
