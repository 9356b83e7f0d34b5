import { Navigate } from '@tanstack/react-router';

/** Replaces the address with that of the community as soon as it is rendered. */
export const GoHome = () => <Navigate to="/home" search={(search) => search} replace />;
