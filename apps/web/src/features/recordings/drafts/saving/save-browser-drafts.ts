import type { RecordingId } from '@relato/contract/ids';
import { createBrowserDependencies, environment } from '../../create-recorder.ts';
import { toRecorderApi, type TrpcClient } from '../../recorder-api.ts';
import type { SavedRecording } from '../../recorder-dependencies.ts';
import { type FinishOutcome, finishUpload } from '../../upload/finish-upload.ts';
import { saveDrafts } from './save-drafts.ts';

type Options = Omit<Parameters<typeof saveDrafts>[0], 'dependencies'> & { readonly client: TrpcClient };

/** Runs `saveDrafts` with its browser dependencies; loaded only when there is something to save. */
export const saveBrowserDrafts = ({ client, ...options }: Options): Promise<readonly SavedRecording[]> =>
  saveDrafts({ ...options, dependencies: createBrowserDependencies(toRecorderApi(client)) });

/** Runs `finishUpload` with its browser dependencies. */
export const finishBrowserUpload = (id: RecordingId, client: TrpcClient): Promise<FinishOutcome> =>
  finishUpload({ id, api: toRecorderApi(client), environment });
