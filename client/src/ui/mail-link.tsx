/** An e-mail address to write to. Where it is too long for its line, it breaks before the @. */
export function MailLink({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <a href={`mailto:${email}`}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  );
}
