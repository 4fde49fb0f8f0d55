import { emailSchema, nameSchema, signupOperation } from '@studiolo/contracts';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

import { enter } from '../../features/auth/api/enter';
import { rememberSignUp } from '../../features/auth/api/own-sign-up';
import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { GoogleButton } from '../../features/auth/components/google-button';
import { Terms } from '../../features/auth/components/terms';
import { readTypedSignUp, useTypedSignUp } from '../../features/auth/typed-sign-up';
import { call } from '../../lib/api/client';
import { ApiError, describeError } from '../../lib/api/errors';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { useSavingForm } from '../../lib/forms/use-saving-form';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Checkbox, TextField } from '../../ui/fields';
import { Form } from '../../ui/form';
import { NewPasswordFields, passwordsMatch, passwordTwice } from '../../ui/new-password';

const schema = z
  .object({
    name: nameSchema,
    email: emailSchema,
    ...passwordTwice,
    terms: z
      .boolean()
      .check(z.refine((isAccepted) => isAccepted, 'Please accept the terms to continue')),
  })
  .check(passwordsMatch);

function RegisterForm() {
  const navigate = useNavigate();
  const { form, formProps, field, isBusy, setProblem } = useSavingForm({
    schema,
    defaultValues: readTypedSignUp(),
    save: async ({ email, password, name }) => {
      try {
        const entry = await call(signupOperation, { body: { email, password, name } });
        await enter(navigate, entry, email);
      } catch (error) {
        if (error instanceof ApiError) rememberSignUp({ email, attempt: error.body.attempt });
        throw error;
      }
    },
    describe: (error) =>
      describeError(error, 'Registration failed', 'An error occurred during registration'),
  });
  useTypedSignUp(form);
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

export function Component() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={session.startsAt} replace />;
  return (
    <AuthShell
      title="Create account"
      heading="Get Started"
      intro="Free forever. No credit card."
      below={
        <>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </>
      }
    >
      <RegisterForm />
    </AuthShell>
  );
}
