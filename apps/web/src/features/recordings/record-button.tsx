import type { ReactNode } from 'react';
import { VoiceRings } from './capture/voice-rings.tsx';

interface RecordButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly busy: boolean;
  readonly onClick: () => void;
}

const rings = ['inset-0 opacity-6', 'inset-[11%] opacity-10'];

/** The one big thing to press, in its rings. */
export function RecordButton({ label, icon, busy, onClick }: RecordButtonProps) {
  return (
    <VoiceRings
      rings={rings}
      className="mx-auto size-[min(14.375rem,60vw,27svh)] compact:size-[25svh] short:size-[min(13.75rem,52svh)]"
    >
      <button
        type="button"
        aria-label={label}
        aria-busy={busy}
        className="relative grid size-[57.4%] compact:size-[66%] short:size-[60%] place-items-center rounded-pill border-2 border-transparent bg-voice text-on-voice shadow-[0_18px_40px_-14px_rgb(206_64_35/0.6)] transition-transform active:scale-[0.97] aria-busy:opacity-70 [&_svg]:size-[37%]"
        onClick={onClick}
      >
        {icon}
      </button>
    </VoiceRings>
  );
}
