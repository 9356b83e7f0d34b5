import { createBrowserDependencies } from '../browser-recorder.ts';
import { toRecorderApi, type TrpcClient } from '../recorder-api.ts';
import { saveDrafts } from './save-drafts.ts';

type Options = Omit<Parameters<typeof saveDrafts>[0], 'dependencies'> & { readonly client: TrpcClient };

/** `saveDrafts` with everything that it needs of a browser: loaded when there is something to save. */
export const saveBrowserDrafts = ({ client, ...options }: Options): Promise<number> =>
  saveDrafts({ ...options, dependencies: createBrowserDependencies(toRecorderApi(client)) });
