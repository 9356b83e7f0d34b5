/**
 * Shows progress in one line of a terminal, and elsewhere one line for each tenth. A text begins with the name of the work
 * and a colon, and may end with its share as in `(10 %)`.
 */
export function createProgressLine(): { show: (text: string) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY;
  let shown = '';
  let tenth = '';
  return {
    show: (text) => {
      const [, percent = ''] = /\((\d+) %\)$/u.exec(text) ?? [];
      const next = `${text.slice(0, text.indexOf(':'))} ${percent.padStart(3, '0').slice(0, 2)}`;
      if (text === shown || (!isTerminal && next === tenth)) return;
      [shown, tenth] = [text, next];
      process.stderr.write(isTerminal ? `\r${text}\u001B[K` : `${text}\n`);
    },
    end: () => {
      if (isTerminal && shown !== '') process.stderr.write('\n');
      shown = '';
    },
  };
}

/** Formats a share from 0 to 1 as the end of a progress text. */
export const toPercent = (share: number): string => `(${Math.floor(share * 100)} %)`;
