import { createFileRoute, Navigate } from '@tanstack/react-router';

/** The file name of the app itself, which stands for its home. */
export const Route = createFileRoute('/index.html')({
  component: () => <Navigate to="/home" search={(search) => search} replace />,
});
