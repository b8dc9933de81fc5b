"""Bots that act as the staff: one resolves what is open, one makes things go wrong."""

import random

from msgspec.structs import replace

from croupier.floor.automatic import call_off
from croupier.floor.roles import AUTOMATIC, attendant, holder
from croupier.ledger.accounts import owed, rack, withheld
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.sign import NOTES
from croupier.rules.terms import PayMethod
from croupier.table.authority.disputes import AdviseComplaint, HearDispute, ReviewDispute
from croupier.table.authority.notices import GiveNotice, waiting
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.core.hand_pays import HandPay, HandPayCause, PaymentHold
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.adjusting import AdjustCredit
from croupier.table.money.credit import Collect
from croupier.table.money.debts import DemandReturn
from croupier.table.money.device_faults import ClearDeviceFault, DeviceFault, ReportDevices
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.held_hand_pays import RefuseHandPay, ReleaseHandPay, ReviewHandPay, WithholdHandPay
from croupier.table.money.identification import AskIdentification, RecordIdentification
from croupier.table.money.locks import LockTerminal, UnlockTerminal
from croupier.table.money.pay_forms import DelayHandPay, VerifyHandPay
from croupier.table.money.printing import ConfirmPrinted, TakeBackUnprinted
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release, Withhold
from croupier.table.pit.conduct import NoteBreach
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice_set import LoseDice, RecoverDie
from croupier.table.rounds.lights import Rectify, ReportLights
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault, TerminalFailed, VoidUnconfirmed, record
from croupier.table.rounds.voiding import ReportFault, VoidRound


class Supervisor:
    """Resolves everything that waits for a person: faults, disputes, notices, withheld money, hand pays, locks."""

    def next(self, table: Table) -> Command | None:
        """What the staff have to do now; None if nothing is open."""
        return (
            self._fault(table)
            or self._terminal(table)
            or self._files(table)
            or self._release(table)
            or self._printer(table)
            or self._hand_pay(table)
            or self._unlock(table)
            or self._devices(table)
        )

    def _fault(self, table: Table) -> Command | None:
        if table.round.fault:
            called = call_off(table)
            if table.states_tender:
                called = replace(called, second=holder(table, Act.VOID_ROUND, called.ground, name="second"))
            # If the document voids a round on the terminals affected, half of them are.
            return replace(called, terminals=called.terminals[::2]) if called.terminals else called
        by = holder(table, Act.RECTIFY)
        return Rectify(by=by, why="The lights were mended and tried.") if table.desk.locked and by else None

    def _terminal(self, table: Table) -> Command | None:
        by = holder(table, Act.CONFIRM_RECORD)
        second = holder(table, Act.CONFIRM_RECORD, name="second") if table.states_tender else None
        for seat in sorted(table.desk.faulty):
            if by is None:
                return None
            if table.trail and isinstance(table.trail[0], TerminalFailed) and table.round.number % 2:
                return AdjustCredit(seat=seat, amount=Cents(250), up=True, by=by, second=second, why="The meter stuck.")
            last = table.past[-1].round if table.past else table.round.number
            fresh = {wager: Cents(stake) for wager, stake in record(table, seat, last).items()}
            if len(fresh) % 2:
                return VoidUnconfirmed(seat=seat, round=last, by=by, second=second, why="Its record cannot be read.")
            bets = _placed_for(table, seat, last)
            return ConfirmRecord(seat=seat, round=last, bets=bets, by=by, second=second, why="As its record shows.")
        return None

    def _files(self, table: Table) -> Command | None:
        for number, notice in waiting(table):
            role = next(iter(table.rules.procedures.roles))
            return GiveNotice(notice=number, how=f"by telephone to {notice.to}", by=Person("clerk", role))
        for number, file in table.desk.disputes.items():
            first, second = holder(table, Act.HEAR_DISPUTE, name="first"), holder(table, Act.REVIEW_DISPUTE, name="second")
            advisor = holder(table, Act.ADVISE_COMPLAINT)
            if first and file.decided_by is None:
                return HearDispute(dispute=number, decision="The payment stands.", by=first, why="The cameras show it.")
            if second and file.reviewed_by is None:
                return ReviewDispute(dispute=number, decision="The decision stands.", by=second)
            if advisor and file.advised_by is None:
                return AdviseComplaint(dispute=number, by=advisor)
        return None

    def _release(self, table: Table) -> Command | None:
        by = holder(table, Act.RELEASE)
        second = holder(table, Act.RELEASE, name="second") if table.states_tender else None
        for seat in table.layout:
            kept = table.book.balance(withheld(seat))
            if by and kept:
                return Release(seat=seat, amount=kept, to_player=True, by=by, second=second, why="Nothing was wrong.")
        return None

    def _unlock(self, table: Table) -> Command | None:
        for seat in table.desk.locks:
            return UnlockTerminal(seat=seat, by=attendant(table), why="Its meters were read and agree.")
        return None

    def _printer(self, table: Table) -> Command | None:
        """What becomes of a ticket in a printer: most come out."""
        for seat, devices in table.desk.devices.items():
            if ticket := devices.printing:
                came_out = ticket.ticket % 3
                by = attendant(table) if table.round.number % 2 else None
                if came_out:
                    return ConfirmPrinted(seat=seat, ticket=ticket.ticket, by=by)
                return TakeBackUnprinted(seat=seat, ticket=ticket.ticket, why="The paper is torn.", by=by)
        return None

    def _devices(self, table: Table) -> Command | None:
        """Put money devices right, and clear their faults."""
        for seat, devices in table.desk.devices.items():
            if any(devices.faults.values()):
                return ReportDevices(seat=seat)
            for fault in devices.faults:
                return ClearDeviceFault(seat=seat, fault=DeviceFault(fault), by=attendant(table), why="It works again.")
        return None

    def _hand_pay(self, table: Table) -> Command | None:
        """Verify a hand pay, and then let one thing or another become of it, by the number of its form."""
        for seat, file in table.desk.pay_files.items():
            by, amount, form = attendant(table), Cents(table.desk.hand_pays[seat]), file.form
            if file.hold:
                return self._looked_into(table, seat, file.hold)
            if table.book.balance(owed(seat)) < 0:
                second = attendant(table, "second") if table.states_tender else None
                return TakeBackHandPay(seat=seat, by=by, second=second, why="It is owed.")
            if form is None or form.amount != amount:
                return VerifyHandPay(seat=seat, amount=amount, record=f"the record of round {table.round.number}", by=by)
            if before := self._before_payment(table, seat, file, form.number):
                return before
            payer = attendant(table, "second") if table.states_tender and seat in table.desk.raised else by
            return PayByHand(seat=seat, form=form.number, method=PayMethod.CASH, by=payer, why="The form is signed.")
        return None

    def _before_payment(self, table: Table, seat: str, file: HandPay, form: int) -> Command | None:
        by, operator, story = attendant(table), holder(table, Act.WITHHOLD), form % 6
        if story in (1, 2) and operator and not file.released:
            return WithholdHandPay(seat=seat, by=operator, why="The win is looked into.")
        if story == 3 and file.until is None and table.clock:
            return DelayHandPay(seat=seat, until=table.clock + 3_000, by=by, why="The cashier is away.")
        if story == 4 and not (table.states_tender and HandPayCause.LARGE_WIN in file.causes):
            return TakeBackHandPay(seat=seat, by=by, why="The form is not signed.")
        if story == 5 and file.identification is None:
            return AskIdentification(seat=seat, by=by)
        if file.identification and file.identification.seen is None:
            return RecordIdentification(seat=seat, seen="passport", by=by)
        return None

    def _looked_into(self, table: Table, seat: str, hold: PaymentHold) -> Command | None:
        another = "second" if table.states_tender else AUTOMATIC
        by = holder(table, Act.RELEASE, name=another)
        if not hold.review:
            return ReviewHandPay(seat=seat, inspector="Ira Insp", review="It may be decided.", by=attendant(table, another))
        order = RefuseHandPay if table.desk.forms % 2 else ReleaseHandPay
        return order(seat=seat, by=by, why="The cameras show it.") if by else None


def _placed_for(table: Table, seat: str, round: int) -> dict[str, Cents]:
    """The bets that a terminal placed for a round, as its own record shows them."""
    before = next((past.before for past in table.past if past.round == round), table)
    bets = before.layout.get(seat, {})
    return {wager: Cents(fresh.stake) for wager, bet in bets.items() if (fresh := before.fresh(bet)).stake}


class Mischief:
    """Makes things go wrong: faults of devices and terminals, misread results, and unexpected rulings."""

    def __init__(self, chance: random.Random) -> None:
        """Choose faults at random, reproducibly for a seed."""
        self._chance = chance

    def next(self, table: Table) -> Command | None:
        """A random fault or ruling; None if the document does not allow it now."""
        at_terminals = (self._money_devices, self._money_devices) if table.rules.procedures.is_electronic else ()
        return self._chance.choice(
            (
                self._device,
                self._device,
                self._terminal,
                self._lights,
                self._misread,
                self._money,
                self._dice,
                self._ruling,
                *at_terminals,
            )
        )(table)

    def _money_devices(self, table: Table) -> Command | None:
        """Something about money devices: a fault, a note in the stacker, or a ticket for the printer."""
        if not table.layout:
            return None
        seat, luck = self._seat(table), self._chance.random()
        if luck < 0.3:
            return ReportDevices(seat=seat, faults=tuple(self._chance.sample([*DeviceFault], self._chance.randint(0, 2))))
        if luck < 0.4:
            note = Cents(self._chance.choice([*NOTES.values()]))
            return CreditStacked(seat=seat, amount=note, tender=Tender(Way.NOTES, {note: 1}))
        seat = self._chance.choice(sorted(table.desk.devices) or [seat])
        return Collect(seat=seat, tender=Tender(Way.TICKET, ticket=table.events + 1, printer=True))

    def _device(self, table: Table) -> Command | None:
        grounds = [
            ground.id for power in table.rules.procedures.powers_to[Act.VOID_ROUND] for ground in power.grounds if ground.must
        ]
        return ReportFault(ground=self._chance.choice(grounds), detail="A sensor says so.") if grounds else None

    def _terminal(self, table: Table) -> Command | None:
        by = holder(table, Act.DECLARE_FAULT)
        if table.layout and self._chance.random() < 0.2:
            return LockTerminal(seat=self._seat(table), by=attendant(table), why="The screen flickers.")
        return DeclareFault(seat=self._seat(table), by=by, why="interrupted") if by and table.layout else None

    def _lights(self, table: Table) -> Command | None:
        refund = self._chance.random() < 0.5
        act = Act.REFUND_RUNS if refund else Act.REPORT_LIGHTS
        by, second = holder(table, act), holder(table, act, name="second") if table.states_tender else None
        if by is None or table.round.phase not in (Phase.SETTLED, Phase.LIT):
            return None
        return ReportLights(by=by, second=second, why="Half of the layout stays dark.", refund_short=refund)

    def _misread(self, table: Table) -> Command | None:
        by = holder(table, Act.CORRECT_OUTCOME)
        settled = [past.round for past in table.past[-5:] if isinstance(past.event, RoundSettled)]
        if by is None or not settled:
            return None
        outcome = self._chance.choice(list(table.rules.game.space.ways))
        second = holder(table, Act.CORRECT_OUTCOME, name="second") if table.states_tender else None
        round = self._chance.choice(settled)
        return CorrectOutcome(round=round, outcome=outcome, by=by, second=second, why="The sensor was wrong.")

    def _money(self, table: Table) -> Command | None:
        by = holder(table, Act.WITHHOLD)
        if by is None or not table.layout:
            return None
        if self._chance.random() < 0.5:
            seat = self._chance.choice(sorted(table.meters.terminals) or sorted(table.layout))
            return DemandReturn(seat=seat, amount=Cents(1500), by=by, why="A ticket was paid twice.")
        seat = self._seat(table)
        amount = table.book.balance(rack(seat)) // 2
        return Withhold(seat=seat, amount=Cents(amount), by=by, why="The credit is looked into.")

    def _dice(self, table: Table) -> Command | None:
        by, checker = holder(table, Act.TEND_DICE), holder(table, Act.CHECK_DICE)
        if by is None or checker is None:
            return None
        if table.desk.lost and self._chance.random() < 0.5:
            return RecoverDie(by=checker)
        return LoseDice(by=by, count=1)

    def _ruling(self, table: Table) -> Command | None:
        if not table.layout:
            return None
        seat, grounds = self._seat(table), ("disorder", "fraud")
        refuser, invalid = holder(table, Act.REFUSE_BET), holder(table, Act.DECLARE_INVALID)
        relaxer, noter = holder(table, Act.RELAX_FREEZE), holder(table, Act.NOTE_BREACH)
        bets = list(table.layout[seat])
        settled = [past.round for past in table.past[-3:] if isinstance(past.event, RoundSettled)]
        ground = self._chance.choice(grounds)
        wishes: list[Command] = []
        by, forfeit = holder(table, Act.VOID_ROUND, ground), (seat,) if ground == "fraud" else ()
        second = holder(table, Act.VOID_ROUND, ground, name="second") if table.states_tender else None
        round = self._chance.choice((0, *settled))
        wishes.append(VoidRound(by=by, second=second, ground=ground, round=round, forfeit=forfeit))
        if refuser and bets:
            wishes.append(RefuseBet(seat=seat, wager=self._chance.choice(bets), by=refuser, why="It was made late."))
        if invalid:
            second = holder(table, Act.DECLARE_INVALID, name="second") if table.states_tender else None
            wishes.append(DeclareInvalid(seat=seat, by=invalid, second=second, why="The card is somebody else's."))
        if relaxer and table.round.phase in (Phase.CLOSED, Phase.SHOT):
            wager = self._chance.choice(list(table.rules.addresses))
            wish = PlaceBet(seat=seat, wager=wager, stake=Cents(500))
            second = holder(table, Act.RELAX_FREEZE, name="second")
            wishes.append(RelaxFreeze(wish=wish, by=relaxer, second=second, why="The screen did not answer in time."))
        if noter:
            wishes.append(NoteBreach(seat=seat, clause="", by=noter, why="A side bet was seen."))
        return self._chance.choice(wishes)

    def _seat(self, table: Table) -> str:
        return self._chance.choice(sorted(table.layout))
