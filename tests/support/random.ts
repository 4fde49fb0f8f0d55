/** The same series of choices for the same seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed + 1) >>> 0;
  }

  /** At least 0 and below 1: a linear congruential generator, with the numbers of Numerical Recipes. */
  next(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 32;
  }

  /** A whole number between the two, or one of them. */
  whole({ least, most }: { least: number; most: number }): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }
}
