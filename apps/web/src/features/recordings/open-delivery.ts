import type { ActiveRecording } from './drafts/store/active-recording.ts';
import type { RecorderDependencies } from './recorder-dependencies.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { Delivery } from './upload/delivery.ts';

/** Returns a delivery of `recording`, which also stores its failures with it. */
export function openDelivery(
  recording: ActiveRecording,
  { api, environment }: Pick<RecorderDependencies, 'api' | 'environment'>,
  report: (event: RecorderEvent) => void,
): Delivery {
  const { id, ownerId, mimeType, bytes } = recording;
  return new Delivery({
    id,
    ownerId,
    mimeType,
    bytes,
    api,
    environment,
    report: (event) => {
      recording.noteDelivery(event);
      report({ type: 'delivery', event });
    },
    getProvisionalText: () => recording.readProvisionalText(),
  });
}
