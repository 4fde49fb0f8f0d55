import { loginOperation } from '@studiolo/contracts';
import { useWatch } from 'react-hook-form';
import { Link, Navigate } from 'react-router-dom';

import { entryAnswer, useEnter } from '../../features/auth/api/enter';
import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { GoogleButton } from '../../features/auth/components/google-button';
import { call } from '../../lib/api/client';
import { ApiError, describeError } from '../../lib/api/errors';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { paths } from '../../lib/paths';
import { hasDrafts } from '../../lib/session/kept-drafts';
import { useSession } from '../../lib/session/session';
import { toast } from '../../lib/toasts';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Checkbox, PasswordField, TextField } from '../../ui/fields';
import { Form, useSavingForm } from '../../ui/form';

const operation = { ...loginOperation, answer: entryAnswer };

function LoginForm() {
  const { enter, openVerification } = useEnter();
  const { form, formProps, field, isBusy, setProblem } = useSavingForm({
    schema: loginOperation.body,
    defaultValues: { email: '', password: '' },
    save: async (body) => {
      try {
        await enter(await call(operation, { body }), body.email);
      } catch (error) {
        if (!(error instanceof ApiError && error.body.email_verification_required)) throw error;
        toast.error('Please verify your email before logging in');
        await openVerification(error.body, body.email);
      }
    },
    describe: (error) => describeError(error, 'Login failed', 'An error occurred during login'),
  });
  const email = useWatch({ control: form.control, name: 'email' });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
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
