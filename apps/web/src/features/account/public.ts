// What other features use of this one; apps/web/layers.json says which may.
export { DeleteAccountByLink } from './mail-links/delete-account-by-link.tsx';
export { AccountSection, toStepTitle, type AccountStep } from './settings/account-section.tsx';
export { AccountStepView } from './settings/account-step-view.tsx';
export { LinkedProviders } from './settings/linked-providers.tsx';
export { useExportRefusal } from './settings/use-export-refusal.ts';
export { useAccountForm } from './use-account-form.ts';
