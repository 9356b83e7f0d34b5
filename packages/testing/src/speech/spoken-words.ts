/** The default transcript of the fake providers. */
export const defaultTranscript =
  'Hola, soy Lucía y esta es mi historia. Cuando tenía nueve años, mi abuela me llevó en tren hasta el mar. ' +
  '¿Sabes qué fue lo primero que hice? Metí los pies en el agua, muy fría, y grité tan fuerte que todos se rieron. ' +
  'Desde aquel día, cada verano vuelvo a la misma playa y pienso en ella.';

export interface SpokenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
}

/** Returns the words of `transcript` spread evenly over `durationMs`, each followed by a short pause. */
export function speakWords(transcript: string, durationMs: number): SpokenWord[] {
  const texts = transcript.split(/\s+/u).filter((text) => text !== '');
  const slotMs = durationMs / Math.max(texts.length, 1);
  return texts.map((text, index) => ({
    text,
    startMs: Math.round(index * slotMs),
    endMs: Math.round((index + 0.8) * slotMs),
    confidence: 0.8 + (index % 20) / 100,
  }));
}
