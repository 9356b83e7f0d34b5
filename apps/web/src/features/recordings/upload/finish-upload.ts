import type { RefusalCode } from '@relato/contract/errors';
import type { RecordingId } from '@relato/contract/ids';
import type { RecorderApi } from '../recorder-api.ts';
import type { DeliveryEvent, DeliveryFailure } from '../review/review-state.ts';
import { Delivery, type DeliveryEnvironment } from './delivery.ts';
import { RecordedBytes } from './recorded-bytes.ts';

interface FinishUploadOptions {
  readonly id: RecordingId;
  readonly api: RecorderApi;
  readonly environment: DeliveryEnvironment;
}

export type FinishOutcome =
  | { readonly step: 'ready' }
  /** The server has the recording, and inspects it later. */
  | { readonly step: 'delayed' }
  | { readonly step: 'refused'; readonly reason: RefusalCode }
  | { readonly step: 'failed'; readonly failure: DeliveryFailure };

/**
 * Ends an incomplete upload whose rest is lost, and resolves when the recording can be saved or is refused. It is not
 * announced again, because a failure then offers it again at once.
 */
export function finishUpload({ id, api, environment }: FinishUploadOptions): Promise<FinishOutcome> {
  const bytes = new RecordedBytes();
  bytes.complete();
  return new Promise((resolve) => {
    const delivery = new Delivery({
      id,
      ownerId: null,
      mimeType: '',
      bytes,
      api: { ...api, begin: async () => undefined },
      environment,
      getProvisionalText: async () => '',
      report: (event) => {
        const outcome = toOutcome(event);
        if (!outcome) return;
        delivery.end();
        resolve(outcome);
      },
    });
    void delivery.run();
  });
}

function toOutcome(event: DeliveryEvent): FinishOutcome | null {
  if (event.type === 'inspected') return { step: 'ready' };
  if (event.type === 'inspection-delayed') return { step: 'delayed' };
  if (event.type === 'refused') return { step: 'refused', reason: event.reason };
  return event.type === 'delivery-failed' ? { step: 'failed', failure: event.failure } : null;
}
