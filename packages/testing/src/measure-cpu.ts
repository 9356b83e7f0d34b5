/** Returns the CPU time in microseconds that `rounds` calls take, which a busy machine lengthens less than the duration. */
export function measureCpu(work: (round: number) => unknown, rounds: number): number {
  // The compiler works in the first rounds.
  for (let round = 0; round < rounds / 2; round += 1) work(round);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) work(round);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
