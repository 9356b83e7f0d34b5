import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/button.tsx';
import { useReloadReason } from '../lazy/missing-part.ts';

/** Offers to load the page again where that helps; what is being done now can be finished first. */
export function UpdateNotice() {
  const reason = useReloadReason();
  return (
    <output className="block">
      {reason !== null && (
        <span className="mb-3 flex items-center justify-between gap-3 rounded-field bg-sunken px-3.5 py-2 text-[0.875rem] font-[560]">
          {shellText.update[reason]}
          <Button size="small" className="w-auto! shrink-0" onClick={() => location.reload()}>
            {shellText.update.reload}
          </Button>
        </span>
      )}
    </output>
  );
}
