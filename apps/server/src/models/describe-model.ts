import { getModel } from '@relato/speech';

/** The warning beside a model that chooses the language itself. */
export const trap =
  'It cannot be told that it hears Spanish: what people say freely may come out as English or as nonsense.';

/** Returns a model with its speed and its warning, if the table contains it. */
export function describeModel(name: string): string {
  const model = getModel(name);
  if (!model) return name;
  const speed = `${name}, about ${model.estimatedSpeed}x as fast as speech on two cores`;
  return model.takesLanguage ? speed : `${speed}. ${trap}`;
}
