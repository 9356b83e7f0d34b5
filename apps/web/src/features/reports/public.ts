// What other features use of this one; apps/web/layers.json says which may.
export { ReportButton } from './report-button.tsx';
