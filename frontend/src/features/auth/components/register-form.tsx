import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN_LENGTH, signupOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import type { z } from 'zod';

import { call } from '../../../lib/api/client';
import { ApiError, describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { Notice } from '../../../ui/notice';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import { enter } from '../api/enter';
import { rememberSignUp } from '../api/own-sign-up';
import { registerSchema } from '../api/schemas';
import styles from './form.module.css';
import { GoogleButton } from './google-button';
import { Terms } from './terms';

type Registration = z.output<typeof registerSchema>;

/** Signs up, opens the next page and returns null, or returns the error message. */
async function openAccount(
  { email, password, name }: Registration,
  navigate: NavigateFunction,
): Promise<string | null> {
  try {
    const answer = await call(signupOperation, { body: { email, password, name } });
    await enter(answer, email, navigate);
    return null;
  } catch (error) {
    if (error instanceof ApiError) rememberSignUp(error.body.attempt);
    return error instanceof ApiError
      ? describeError(error, 'Registration failed')
      : 'An error occurred during registration';
  }
}

export function RegisterForm() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', terms: false },
  });
  const { errors } = formState;
  const onSubmit = useSubmitOnce(
    handleSubmit(async (registration) => {
      setProblem(null);
      setProblem(await openAccount(registration, navigate));
    }),
  );
  return (
    <form ref={focusFirstField} className={styles.form} noValidate onSubmit={onSubmit}>
      {problem && <Notice type="error">{problem}</Notice>}
      <TextField
        label="Full name"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN_LENGTH}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN_LENGTH}
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Checkbox
        label="I agree to the Terms of Service and Privacy Policy"
        required
        error={errors.terms?.message}
        {...register('terms')}
      />
      <Terms />
      <Button type="submit" variant="primary" isWide isBusy={formState.isSubmitting}>
        Create Account
      </Button>
      <GoogleButton onError={setProblem} />
    </form>
  );
}
