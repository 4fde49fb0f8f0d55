/** Less than this share is not a fall but the noise of the machine. */
const FALL = 0.02;
/** Measurements in a row without a fall that make a figure steady. */
const CALM_TURNS = 3;

/** Tells when a figure has stopped falling; many small falls count as soon as they add up to one. */
export class Steadiness {
  private lowest = Number.POSITIVE_INFINITY;
  private calmTurns = 0;

  get isReached(): boolean {
    return this.calmTurns >= CALM_TURNS;
  }

  note(value: number): void {
    const hasFallen = value < this.lowest * (1 - FALL);
    this.calmTurns = hasFallen ? 0 : this.calmTurns + 1;
    if (hasFallen) this.lowest = value;
  }
}
