// The same terminal in JavaScript, for Node 22 or Deno: node examples/terminal.mjs http://127.0.0.1:8021 CODE TABLE WAGER
const [server, code, table, wager] = process.argv.slice(2);
if (!wager) {
  console.error("node examples/terminal.mjs http://127.0.0.1:8021 CODE TABLE WAGER");
  process.exit(1);
}

const enrolled = await fetch(`${server}/api/v1/clients`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ code }),
});
if (!enrolled.ok) throw new Error((await enrolled.json()).message);
const { key } = await enrolled.json();

const socket = new WebSocket(`${server.replace("http", "ws")}/ws/${table}`, { headers: { Authorization: `Bearer ${key}` } });
const wishes = [{ say: "insert", amount: 5000 }, { say: "bet", wager, amount: 500 }];
let view, waiting = "", hasBet = false, number = 0;

socket.onopen = () => socket.send(JSON.stringify({ say: "hello" }));
socket.onclose = () => process.exit(hasBet ? 0 : 1);
socket.onmessage = ({ data }) => {
  const told = JSON.parse(data);
  if (told.is === "snapshot") view = told;
  if (told.is === "event") view = { ...view, ...told };
  if (told.is === "answer") {
    console.log(`${waiting}: ${told.ok ? "done" : told.message}`);
    hasBet ||= waiting === "bet";
    waiting = "";
  }
  if (told.event?.type === "RoundSettled" && hasBet) {
    console.log(`${told.event.outcome} fell; credit $${(view.mine.credit / 100).toFixed(2)}`);
    wishes.push({ say: "collect" });
  }
  if (!view || waiting) return;
  if (wishes.length && (wishes[0].say !== "bet" || view.round.phase === "betting")) {
    const wish = wishes.shift();
    if (wish.say === "bet") console.log(`${Math.round((view.round.deadline - view.now) / 1000)} seconds to bet`);
    waiting = wish.say;
    socket.send(JSON.stringify({ ...wish, id: `wish-${++number}` }));
  } else if (!wishes.length && hasBet && !view.mine.credit) socket.close();
};
