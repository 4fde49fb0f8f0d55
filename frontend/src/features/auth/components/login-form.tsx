import { loginOperation } from '@studiolo/contracts';
import { Link, type NavigateFunction, useNavigate } from 'react-router-dom';

import { call } from '../../../lib/api/client';
import { ApiError, describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { paths } from '../../../lib/paths';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { Checkbox, PasswordField, TextField } from '../../../ui/fields';
import { Form, useSavingForm } from '../../../ui/form';
import { enter, entryAnswer, openVerification } from '../api/enter';
import styles from './form.module.css';
import { GoogleButton } from './google-button';

const operation = { ...loginOperation, answer: entryAnswer };

interface Credentials {
  email: string;
  password: string;
}

/** Signs in, or opens the page that waits for the verification of the address. */
async function login(body: Credentials, navigate: NavigateFunction): Promise<void> {
  try {
    await enter(await call(operation, { body }), body.email, navigate);
  } catch (error) {
    if (!(error instanceof ApiError && error.body.email_verification_required)) throw error;
    toast.error('Please verify your email before logging in');
    await openVerification(error.body, body.email, navigate);
  }
}

export function LoginForm() {
  const navigate = useNavigate();
  const { formProps, field, isBusy, setProblem } = useSavingForm({
    schema: loginOperation.body,
    defaultValues: { email: '', password: '' },
    save: (credentials) => login(credentials, navigate),
    describe: (error) => describeError(error, 'Login failed', 'An error occurred during login'),
  });
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
        <Link to={paths.forgotPassword}>Forgot password?</Link>
      </div>
      <Button type="submit" variant="primary" isWide isBusy={isBusy}>
        Sign In
      </Button>
      <GoogleButton onError={setProblem} />
    </Form>
  );
}
