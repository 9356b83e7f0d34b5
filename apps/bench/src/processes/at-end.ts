type Stop = () => Promise<void>;

const running = new Set<Stop>();

/** Runs `stop` at the end of this process. Returns a function that runs it earlier, once. */
export function stopAtEnd(stop: Stop): Stop {
  const stopOnce = async (): Promise<void> => {
    if (running.delete(stopOnce)) await stop();
  };
  running.add(stopOnce);
  return stopOnce;
}

async function endAll(): Promise<void> {
  for (const stop of [...running].toReversed()) await stop().catch(() => {});
  process.exit(130);
}

/** Ends everything that runs, the last one first, when this process gets Ctrl-C or a signal to end. */
export function handleSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endAll());
}
