/**
 * @internal Divides room among those who need it, by weight: nobody gets more than is needed, and what one leaves goes
 * to the others (max-min fairness).
 *
 * @param needs   what each could use, >= 0, shape [n]
 * @param weights how much each counts, > 0, shape [n]
 * @param room    what there is to divide, >= 0
 * @returns whole numbers, shape [n], none above its need, that add up to at most `room`
 */
export function shareRoom(
  needs: readonly number[],
  weights: readonly number[],
  room: number,
): readonly number[] {
  const shares = needs.map(() => 0);
  const claim = (i: number): number => (needs[i] ?? 0) / (weights[i] ?? 1);
  const byClaim = needs.map((_, i) => i).toSorted((a, b) => claim(a) - claim(b));
  let left = room;
  let weight = weights.reduce((sum, each) => sum + each, 0);
  for (const i of byClaim) {
    const own = weights[i] ?? 1;
    const share = Math.max(0, Math.min(needs[i] ?? 0, Math.floor((left * own) / weight)));
    shares[i] = share;
    left -= share;
    weight -= own;
  }
  return shares;
}
