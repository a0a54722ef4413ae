"""A certificate authority of a test's own: made when it runs, trusted by nobody else."""

import pathlib
import subprocess
import tempfile

OPENSSL_S = 60


class Authority:
    """A folder with the authority's certificate; `issue` makes those of servers."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        self.certificate = self.folder / "authority.crt"
        self._key = self.folder / "authority.key"
        self._openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                      "-nodes", "-keyout", self._key, "-out", self.certificate, "-days", "2",
                      "-subj", "/CN=Authority of a test",
                      "-addext", "keyUsage=critical,keyCertSign,cRLSign")
        # In between stands another, as in the chains that people have.
        self._between = self._sign("between", "basicConstraints=critical,CA:true,pathlen:0\n"
                                   "keyUsage=critical,keyCertSign,cRLSign\n",
                                   self.certificate, self._key)

    @staticmethod
    def _openssl(*arguments):
        done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True,
                              timeout=OPENSSL_S, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def _sign(self, name, extensions, by_certificate, by_key, days=2):
        key, request, certificate, file = (self.folder / f"{name}.{ending}"
                                           for ending in ("key", "csr", "crt", "ext"))
        file.write_text(extensions, encoding="utf-8")
        self._openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                      "-nodes", "-keyout", key, "-out", request, "-subj", f"/CN={name}")
        self._openssl("x509", "-req", "-in", request, "-CA", by_certificate, "-CAkey", by_key,
                      "-CAcreateserial", "-days", days, "-extfile", file, "-out", certificate)
        return certificate, key

    def issue(self, name):
        """The files of a server on 127.0.0.1: its certificate with the chain, and its key."""
        extensions = ("basicConstraints=critical,CA:false\nextendedKeyUsage=serverAuth\n"
                      "subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        certificate, key = self._sign(name, extensions, *self._between)
        chain = self.folder / f"{name}.pem"
        chain.write_bytes(certificate.read_bytes() + self._between[0].read_bytes())
        return chain, key

    def close(self):
        self._folder.cleanup()
