import { limits } from '@relato/contract/limits';
import { RotateCcw, RotateCw } from 'lucide-react';
import { playerText } from '../../../messages/player.ts';
import { player } from '../app-player.ts';
import type { Track } from '../player-state.ts';

interface SkipButtonProps {
  readonly track: Track;
  readonly direction: 'back' | 'forward';
  readonly className?: string;
}

const { skipSeconds } = limits.player;

export function SkipButton({ track, direction, className = '' }: SkipButtonProps) {
  const isBack = direction === 'back';
  const Icon = isBack ? RotateCcw : RotateCw;
  const label = (isBack ? playerText.skipBack : playerText.skipForward)(skipSeconds);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`relative grid size-11 shrink-0 place-items-center rounded-pill text-muted transition-colors hover:bg-sunken ${className}`}
      onClick={() => player.skip(track.id, isBack ? -skipSeconds : skipSeconds)}
    >
      <Icon aria-hidden="true" className="size-7" strokeWidth={1.5} />
      <span aria-hidden="true" className="num absolute text-[0.5625rem] font-[750]">
        {skipSeconds}
      </span>
    </button>
  );
}
