import { emailSchema, nameSchema, signupOperation } from '@studiolo/contracts';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { z } from 'zod';

import { call } from '../../../lib/api/client';
import { ApiError, describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { Button } from '../../../ui/button';
import { Checkbox, TextField } from '../../../ui/fields';
import { Form, useSavingForm } from '../../../ui/form';
import { NewPasswordFields, passwordsMatch, passwordTwice } from '../../../ui/new-password';
import { enter } from '../api/enter';
import { rememberSignUp } from '../api/verification';
import styles from './form.module.css';
import { GoogleButton } from './google-button';
import { Terms } from './terms';

const schema = z
  .object({
    name: nameSchema,
    email: emailSchema,
    ...passwordTwice,
    terms: z.boolean().refine((isAccepted) => isAccepted, 'Please accept the terms to continue'),
  })
  .refine(...passwordsMatch);

/** Signs up and opens the next page. */
async function openAccount(
  { email, password, name }: z.output<typeof schema>,
  navigate: NavigateFunction,
): Promise<void> {
  try {
    const answer = await call(signupOperation, { body: { email, password, name } });
    await enter(answer, email, navigate);
  } catch (error) {
    if (error instanceof ApiError) rememberSignUp(error.body.attempt);
    throw error;
  }
}

export function RegisterForm() {
  const navigate = useNavigate();
  const { formProps, field, isBusy, setProblem } = useSavingForm({
    schema,
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', terms: false },
    save: (registration) => openAccount(registration, navigate),
    describe: (error) =>
      describeError(error, 'Registration failed', 'An error occurred during registration'),
  });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      <TextField label="Full name" autoComplete="name" required {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
      <NewPasswordFields label="Password" field={field} />
      <Checkbox
        label="I agree to the Terms of Service and Privacy Policy"
        required
        {...field('terms')}
      />
      <Terms />
      <Button type="submit" variant="primary" isWide isBusy={isBusy}>
        Create Account
      </Button>
      <GoogleButton onError={setProblem} />
    </Form>
  );
}
