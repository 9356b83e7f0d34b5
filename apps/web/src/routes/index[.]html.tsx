import { createFileRoute, Navigate } from '@tanstack/react-router';

/** Opens the home for the file name of the app. */
export const Route = createFileRoute('/index.html')({
  component: () => <Navigate to="/home" search={(search) => search} replace />,
});
