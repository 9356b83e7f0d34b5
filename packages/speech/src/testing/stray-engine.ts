import { limitEngine } from '../local/limit-engine.ts';

// Replaces an engine, and behaves according to the name of its model.
const behaviour = process.argv[2]?.split('/').at(-1) ?? '';
process.once('disconnect', () => process.exit());

const heard = { text: 'Hola.', segments: [], tokens: [] };
const story = 'Había una vez un tren que llegaba tarde, y mi abuela lo esperaba en la estación del pueblo.';
const drifted = 'The story was that we had to wait for a train and it was late with all of the others.';
const quoting =
  'Había una vez un tren que llegaba tarde. Mi abuela lo esperaba y me contaba lo que decía el viejo, que era de Boston, the train was late and we had to wait, y se reía.';
const ready = (takesLanguage = true): void => void process.send?.({ kind: 'ready', takesLanguage });
const onRequest = (act: () => void): void => {
  ready();
  process.on('message', act);
};
/** Writes English for some of the pieces, like a model without a fixed language that drifts, and otherwise the spoken text. */
const drift = (isEnglish: (index: number) => boolean, takesLanguage = false): void => {
  let index = 0;
  ready(takesLanguage);
  process.on('message', () => {
    process.send?.({ kind: 'heard', heard: { ...heard, text: isEnglish(index) ? drifted : story } });
    index += 1;
  });
};
const answer = (message: object | string): void => onRequest(() => process.send?.(message));

const behaviours: Record<string, () => void> = {
  'says nothing': () => process.on('message', () => {}),
  'ends at once': () => process.exit(3),
  'starts with an answer': () => process.send?.({ kind: 'heard', heard }),
  'never answers': () => onRequest(() => {}),
  'answers nonsense': () => answer({ kind: 'heard', heard: { ...heard, text: 7 } }),
  'answers too much': () => answer({ kind: 'heard', heard: { ...heard, text: 'a'.repeat(20_000) } }),
  'answers no object': () => answer('Hola'),
  'answers well': () => answer({ kind: 'heard', heard }),
  'drifts into English': () => drift(() => true),
  'writes English': () => drift(() => true, true),
  'quotes English': () => answer({ kind: 'heard', heard: { ...heard, text: quoting } }),
  'drifts for a while': () => drift((index) => index === 1),
  'quotes for a while': () => drift((index) => index === 1, true),
  'answers twice': () => {
    answer({ kind: 'heard', heard });
    process.on('message', () => process.send?.({ kind: 'heard', heard }));
  },
  'ends at a request': () => onRequest(() => process.exit(4)),
  'fails at a request': () => answer({ kind: 'failed', message: 'compute failed' }),
  'blocks its thread': () => {
    limitEngine(1e9);
    ready();
    setTimeout(() => {
      for (;;);
    }, 10);
  },
};
behaviours[behaviour]?.();
