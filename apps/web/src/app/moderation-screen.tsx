import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { LogTab } from '../features/admin/log-tab.tsx';
import { AppealsTab } from '../features/appeals/appeals-tab.tsx';
import { ReportsTab } from '../features/reports/queue/reports-tab.tsx';
import { UsersTab } from '../features/users/users-tab.tsx';
import { ModalSheet } from '../lib/layout/modal-sheet.tsx';
import { useShortcuts } from '../lib/moderation/use-shortcuts.ts';
import { moderationText } from '../messages/moderation.ts';
import { Chip } from '../ui/chip.tsx';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { StaffScreen } from './staff-screen.tsx';

const tabs = { reports: ReportsTab, appeals: AppealsTab, users: UsersTab, log: LogTab } as const;
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[]; // the keys of a constant

export function ModerationScreen() {
  return (
    <StaffScreen title={moderationText.title} roles={['moderator', 'administrator']}>
      <ModeratorsView />
    </StaffScreen>
  );
}

function ModeratorsView() {
  const [tab, setTab] = useState<Tab>('reports');
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({ '?': () => setHelpOpen(true) });
  const Content = tabs[tab];
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-2">
        <fieldset aria-label={moderationText.tabList} className="flex flex-wrap gap-2">
          {tabNames.map((name) => (
            <Chip key={name} pressed={name === tab} onClick={() => setTab(name)}>
              {moderationText.tabs[name]}
            </Chip>
          ))}
        </fieldset>
        <IconButton
          label={moderationText.actions.help}
          icon={<Keyboard />}
          className="hidden text-muted lg:grid"
          onClick={() => setHelpOpen(true)}
        />
      </div>
      <Content />
      {isHelpOpen && <ShortcutsSheet onClose={() => setHelpOpen(false)} />}
    </>
  );
}

function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const { title, keys } = moderationText.shortcuts;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <dl className="mt-3 grid gap-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="flex items-center gap-3">
            <dt>
              <kbd className="grid size-9 place-items-center rounded-field border border-line bg-sunken font-ui font-[650]">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </ModalSheet>
  );
}
