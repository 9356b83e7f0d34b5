import { useSyncExternalStore } from 'react';
import { formatRate } from '../../../messages/format.ts';
import { playerText } from '../../../messages/player.ts';
import { player } from '../app-player.ts';
import { playbackRates } from '../player-state.ts';

function nextRate(rate: number): number {
  const index = playbackRates.findIndex((each) => each > rate);
  return playbackRates[index] ?? playbackRates[0];
}

/** Each press selects the next speed, and the slowest after the fastest. */
export function SpeedButton() {
  const rate = useSyncExternalStore(player.subscribe, () => player.getState().rate);
  const text = formatRate(rate);
  return (
    <button
      type="button"
      aria-label={playerText.speed(text)}
      className="num touch min-h-7 shrink-0 rounded-pill bg-sunken px-2.5 text-[0.78125rem] font-[560] text-muted"
      onClick={() => player.setRate(nextRate(rate))}
    >
      {text}
    </button>
  );
}
