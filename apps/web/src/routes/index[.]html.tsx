import { createFileRoute, Navigate } from '@tanstack/react-router';

/** The name of the file under which the app itself is served: this address means its home. */
export const Route = createFileRoute('/index.html')({
  component: () => <Navigate to="/home" search={(search) => search} replace />,
});
