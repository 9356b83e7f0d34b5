import { getModel } from '@relato/speech';

/** Said beside a model that hears a language of its own choice. */
export const trap =
  'It cannot be told that it hears Spanish: what people say freely may come out as English or as nonsense.';

/** Returns a model with its speed and its trap, as far as the table knows it. */
export function describeModel(name: string): string {
  const model = getModel(name);
  if (!model) return name;
  const speed = `${name}, about ${model.estimatedSpeed}x as fast as speech on two cores`;
  return model.takesLanguage ? speed : `${speed}. ${trap}`;
}
