import { zodResolver } from '@hookform/resolvers/zod';
import { loginOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, type NavigateFunction, useNavigate } from 'react-router-dom';

import { call } from '../../../lib/api/client';
import { ApiError, describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { paths } from '../../../lib/paths';
import { toast } from '../../../lib/toasts';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { Notice } from '../../../ui/notice';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import { enter, entryAnswer, openVerification } from '../api/enter';
import { loginSchema } from '../api/schemas';
import styles from './form.module.css';
import { GoogleButton } from './google-button';

const operation = { ...loginOperation, answer: entryAnswer };

interface Credentials {
  email: string;
  password: string;
}

/** Signs in or opens the verification page and returns null, or returns the error message. */
async function login(body: Credentials, navigate: NavigateFunction): Promise<string | null> {
  try {
    await enter(await call(operation, { body }), body.email, navigate);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) return 'An error occurred during login';
    if (error.body.email_verification_required) {
      toast.error('Please verify your email before logging in');
      await openVerification(error.body, body.email, navigate);
      return null;
    }
    return describeError(error, 'Login failed');
  }
}

export function LoginForm() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  });
  const onSubmit = useSubmitOnce(
    handleSubmit(async (credentials) => {
      setProblem(null);
      setProblem(await login(credentials, navigate));
    }),
  );
  return (
    <form ref={focusFirstField} className={styles.form} noValidate onSubmit={onSubmit}>
      {problem && <Notice type="error">{problem}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <div className={styles.row}>
        <Checkbox label="Remember me" />
        <Link to={paths.forgotPassword}>Forgot password?</Link>
      </div>
      <Button type="submit" variant="primary" isWide isBusy={formState.isSubmitting}>
        Sign In
      </Button>
      <GoogleButton onError={setProblem} />
    </form>
  );
}
