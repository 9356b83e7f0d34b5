import { recorderText } from '../../messages/recorder.ts';

export function RecorderScreen() {
  return <h1 className="text-heading">{recorderText.heading.idle}</h1>;
}
