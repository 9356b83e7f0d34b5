import { shellText } from '../../messages/shell.ts';
import { useOnline } from '../online.ts';

/** Says that there is no network, and what is safe. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <output className="block">
      {!isOnline && (
        <span className="mb-3 block rounded-field bg-sunken px-3.5 py-3 text-[0.875rem] font-[560]">
          {shellText.offline}
        </span>
      )}
    </output>
  );
}
