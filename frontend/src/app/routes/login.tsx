import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { GoogleButton } from '../../features/auth/components/google-button';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { useLazyForm } from '../../lib/forms/use-lazy-form';
import { paths } from '../../lib/paths';
import { hasDrafts } from '../../lib/session/kept-drafts';
import { useSession } from '../../lib/session/session';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Checkbox, PasswordField, TextField } from '../../ui/fields';
import { Form } from '../../ui/form';

const load = () => import('../../features/auth/api/log-in');

function LoginForm() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const { formProps, field, isBusy, setProblem } = useLazyForm({
    load,
    send: ({ logIn }, body) => logIn(body, navigate),
  });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        onChange={({ target }) => setEmail(target.value)}
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <div className={styles.row}>
        <Checkbox label="Remember me" />
        <Link to={paths.forgotPassword} state={{ email }}>
          Forgot password?
        </Link>
      </div>
      <Button type="submit" variant="primary" isWide isBusy={isBusy}>
        Sign In
      </Button>
      <GoogleButton onError={setProblem} />
    </Form>
  );
}

export function Component() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={session.startsAt} replace />;
  return (
    <AuthShell
      title="Sign In"
      heading="Welcome back"
      intro="Sign in to your projects and files."
      below={
        <>
          New to Studiolo? <Link to={paths.register}>Create an account</Link>
        </>
      }
    >
      {session.status === 'signed-out' && session.hasEnded && (
        <Banner type="info">
          Your session has ended. Sign in again to go on.
          {hasDrafts() && ' What you typed is kept.'}
        </Banner>
      )}
      <LoginForm />
    </AuthShell>
  );
}
