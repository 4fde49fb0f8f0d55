/** Visits each member once in a period. One timer visits all of them, and spreads the visits evenly over the period. */
export class Rounds<Member> {
  private readonly turns: Set<Member>[];
  private readonly turnOf = new Map<Member, Set<Member>>();
  private next = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly periodMs: number,
    turns: number,
    private readonly visit: (member: Member) => void,
  ) {
    this.turns = Array.from({ length: turns }, () => new Set());
  }

  add(member: Member): void {
    if (this.turnOf.has(member)) return;
    // Members that arrive one after the other, however quickly, have different turns.
    const turn = this.turns[this.turnOf.size % this.turns.length];
    if (turn) this.turnOf.set(member, turn.add(member));
    this.timer ??= setInterval(() => this.take(), this.periodMs / this.turns.length).unref();
  }

  delete(member: Member): void {
    this.turnOf.get(member)?.delete(member);
    this.turnOf.delete(member);
    if (this.turnOf.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private take(): void {
    for (const member of this.turns[this.next] ?? []) this.visit(member);
    this.next = (this.next + 1) % this.turns.length;
  }
}
