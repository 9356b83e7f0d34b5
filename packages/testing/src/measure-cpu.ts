/**
 * Returns the CPU time in microseconds that `rounds` calls take: the least of five measurements, because the others may
 * contain the compiler, a garbage collection or a busy machine.
 */
export function measureCpu(work: (round: number) => unknown, rounds: number): number {
  const measure = (): number => {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) work(round);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  return Math.min(...Array.from({ length: 5 }, measure));
}
