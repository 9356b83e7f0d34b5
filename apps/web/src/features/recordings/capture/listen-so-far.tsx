import { useEffect, useState } from 'react';
import { formatDuration } from '../../../messages/format.ts';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { PlayButton, player, type Track, usePosition, Waveform } from '../../player/public.ts';
import type { RecordedSoFar, RecordingSession } from './recording-session.ts';

const { listen, track: trackText } = recorderRunningText.paused;

/** Plays the paused recording; renders nothing until it can be played. */
export function ListenSoFar({ getSession }: { readonly getSession: () => RecordingSession | null }) {
  const [soFar, setSoFar] = useState<RecordedSoFar | null>(null);
  useEffect(() => {
    let close = () => undefined as void;
    let isMounted = true;
    const prepare = async () => {
      const prepared = await getSession()?.prepareSoFar();
      if (!prepared) return;
      close = () => {
        player.forget(prepared.id);
        URL.revokeObjectURL(prepared.src);
      };
      if (isMounted) setSoFar(prepared);
      else close();
    };
    void prepare();
    return () => {
      isMounted = false;
      close();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each pause
  }, []);
  return soFar && <SoFarPlayer soFar={soFar} />;
}

function SoFarPlayer({ soFar: { id, src, durationMs, peaks } }: { readonly soFar: RecordedSoFar }) {
  const [track] = useState<Track>(() => ({ id, src, durationSeconds: durationMs / 1000, ...trackText }));
  const position = usePosition(id, (seconds) => formatDuration(seconds * 1000));
  return (
    <section className="mb-3 rounded-card border border-line/60 bg-surface px-4 py-3.5 shadow-card compact:mb-2 compact:py-2">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 compact:mb-0.5">
        <h2 className="font-ui text-base font-[650]">{listen}</h2>
        <span className="num text-sm text-muted">
          {position} / {formatDuration(durationMs)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2.5">
        <PlayButton track={track} />
        <Waveform track={track} peaks={peaks} />
      </div>
    </section>
  );
}
